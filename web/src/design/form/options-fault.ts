import type { UseQueryResult } from '@tanstack/react-query';

/** Kinds of options of a field that are loaded, as specification 8 names them; all others come with the page. */
export type OptionKind = 'structures' | 'points';

/**
 * Returns the key of the words for options that could not be loaded; null where there is nothing to say: nothing failed, or what was
 * loaded before is still there to choose from.
 */
export const optionsFault = (
  kind: OptionKind,
  { data, error }: Pick<UseQueryResult, 'data' | 'error'>,
): `forms:options.${OptionKind}` | null =>
  data === undefined && error !== null ? (`forms:options.${kind}` as const) : null;
