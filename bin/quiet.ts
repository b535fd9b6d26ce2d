// Imported before everything else: standard output belongs to the protocol, so what a package prints goes to standard error.
console.log = console.error
console.info = console.error
console.debug = console.error
