/**
 * What the picker of n8n's editor says about the package. It shows the nodes as one entry, with the description of the last
 * trigger that it merges into the action node.
 */
export const NODE_DESCRIPTION = 'Send gifts, and start workflows when they are opened, accepted or shipped';
