/**
 * A path or glob of the manifest with `./`, backslashes and doubled slashes normalised; undefined where it is empty,
 * absolute, negated, or could leave the project.
 */
export function insideProject(text: string): string | undefined {
  const path = text.trim().replaceAll('\\', '/')
  if (path.startsWith('/') || path.startsWith('!') || /^[A-Za-z]:/.test(path) || path.startsWith('~') || path.includes('\0'))
    return undefined
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  // A brace may hide a step up: {a,..}/b
  return parts.length === 0 || parts.some((part) => part === '..' || /(?:^|[{,(|])\.\.(?:$|[},)|])/.test(part))
    ? undefined
    : parts.join('/')
}
