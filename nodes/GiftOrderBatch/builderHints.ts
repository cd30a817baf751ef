/** Advice for n8n's AI workflow builder, spread into a description: the types of older versions of n8n do not know it. */
export const nodeHint = (searchHint: string) => ({ builderHint: { searchHint } });

export const parameterHint = (propertyHint: string) => ({ builderHint: { propertyHint } });
