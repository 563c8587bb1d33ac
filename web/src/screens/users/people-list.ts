/** The list of accounts as the address says it: filter, order, page. */
import { peopleSorts, projectPeople } from '@plumbline/contract/site/projects.people';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { download, saveAs } from '../../kernel/call.ts';
import { useRead } from '../../kernel/reads.ts';
import { useUrlChange, useUrlState } from '../../kernel/url-state.ts';

export const pageSize = 50;
const types = ['Admin', 'Manager', 'Normal'] as const;
const states = ['enabled', 'disabled'] as const;
const factors = ['none', 'totp', 'passkey'] as const;

/** An account type, or a role in projects: `Admin`, `role-7`. */
export const roleValue = (roleId: number): string => `role-${roleId}`;
const roleIn = (value: string): number | undefined => Number(/^role-(\d+)$/.exec(value)?.[1]) || undefined;

export function usePeopleFilter(corporationId: number) {
  const [keyword] = useUrlState('q', '');
  const [role] = useUrlState('role', '');
  const [state] = useUrlState('state', '');
  const [factor] = useUrlState('factor', '');
  const [unused] = useUrlState('unused', '');
  const [sort] = useUrlState('sort', 'name');
  const [order] = useUrlState('order', 'ascend');
  const changeUrl = useUrlChange();
  const needle = keyword.trim();
  const type = types.find((each) => each === role);
  const roleId = roleIn(role);
  const chosenState = states.find((each) => each === state);
  const secondFactor = factors.find((each) => each === factor);
  const narrowed = {
    ...(needle !== '' && { keyword: needle }),
    ...(type && { type }),
    ...(roleId !== undefined && { roleId }),
    ...(chosenState && { state: chosenState }),
    ...(secondFactor && { secondFactor }),
    ...(unused === '1' && { dormant: 'true' }),
  };
  const isDescending = order === 'descend';
  const ordered = {
    sort: peopleSorts.find((each) => each === sort) ?? ('name' as const),
    ...(isDescending && { descending: 'true' }),
  };
  return {
    input: { corporationId, ...narrowed, ...ordered },
    isNarrowed: Object.keys(narrowed).length > 0,
    shown: { keyword, role, state, factor, unused: unused === '1' },
    sort: ordered.sort,
    isDescending,
    // Another filter, and another order, begins at its first page.
    change: (parts: Readonly<Record<string, string | null>>): void => changeUrl({ ...parts, page: null }),
    clear: (): void => changeUrl({ q: null, role: null, state: null, factor: null, unused: null, page: null }),
  };
}
export type PeopleFilter = ReturnType<typeof usePeopleFilter>;

/** One page of the accounts. */
export function usePeople({ input }: PeopleFilter) {
  const [pageText, setPage] = useUrlState('page', '1');
  const page = Number(pageText) || 1;
  const query = useRead(projectPeople.people, { ...input, page, pageSize }, { placeholderData: keepPreviousData });
  // The last one of the last page was removed: there is a page before.
  const isPastEnd = page > 1 && query.data !== undefined && !query.isPlaceholderData && query.data.people.length === 0;
  useEffect(() => {
    if (isPastEnd) setPage(null);
  }, [isPastEnd, setPage]);
  return { query, page, setPage };
}

export async function savePeople({ input }: PeopleFilter): Promise<void> {
  const { blob, fileName } = await download(projectPeople.peopleFile, input);
  saveAs(blob, fileName ?? 'users.csv');
}
