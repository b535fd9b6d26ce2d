/** How MiniSearch is used: writing and reading an index must agree. */
export const OPTIONS = {
  fields: ['title', 'tags', 'body'],
  storeFields: ['card', 'title', 'file'],
  searchOptions: { boost: { title: 4, tags: 2.5 } },
}
