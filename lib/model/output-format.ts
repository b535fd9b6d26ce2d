export const OUTPUT_FORMATS = ['compact', 'json', 'paths', 'pack', 'mermaid', 'dot'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]
