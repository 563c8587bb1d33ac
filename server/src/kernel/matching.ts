/** Text that people look for, as an ILIKE pattern: what they type is text, never a wildcard. */
export const containing = (keyword: string) => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
