/** One call at a time, in the order they came; between two the connection is read, so that a call that waits can be cancelled. */
export class CallQueue {
  private last: Promise<unknown> = Promise.resolve()
  private after: (() => void)[] = []
  private readonly over: () => Promise<void>

  /** `over` is called after each call, when its reply is out. */
  constructor(over: () => Promise<void>) {
    this.over = over
  }

  /** Rejects where the call was cancelled before its turn: then nothing of it was done. */
  add<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(nextTurn).then(() => {
      if (signal.aborted) throw new Error('the call was cancelled')
      return work()
    })
    this.last = turn
      .catch(() => undefined)
      .then(nextTurn)
      .then(() => this.finish())
    return turn
  }

  /** What is to be done once the reply of the call that runs now is out. */
  afterwards(done: () => void): void {
    this.after.push(done)
  }

  /** Done when no call is under way and what comes after each is done. */
  async idle(): Promise<void> {
    for (let last: unknown; last !== this.last; ) {
      last = this.last
      await last
    }
  }

  private async finish(): Promise<void> {
    const after = this.after
    this.after = []
    try {
      for (const done of after) done()
      await this.over()
    } catch {
      // Receipts and logs are a service: the reply has been given.
    }
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
