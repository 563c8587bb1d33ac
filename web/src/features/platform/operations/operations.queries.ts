import { scopes } from '@plumbline/contract/kernel/permissions';
import { operationActions, operations } from '@plumbline/contract/platform/operations';
import { keepPreviousData } from '@tanstack/react-query';
import { download, saveAs } from '../../../kernel/call.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';

export const pageSize = 50;

/** Returns the filter of the log, in the address. */
export function useLogFilter(corporationId: number | null) {
  const [action, setAction] = useUrlState('action', '');
  const [scope, setScope] = useUrlState('scope', '');
  const [outcome, setOutcome] = useUrlState('outcome', '');
  const [keyword, setKeyword] = useUrlState('keyword', '');
  const [pageText, setPage] = useUrlState('page', '1');
  const chosenAction = operationActions.find((each) => each === action);
  const chosenScope = scopes.find((each) => each === scope);
  const narrowed = {
    ...(corporationId !== null && { corporationId }),
    ...(chosenAction && { action: chosenAction }),
    ...(chosenScope && { scope: chosenScope }),
    ...(outcome !== '' && { refused: String(outcome === 'refused') }),
    ...(keyword !== '' && { keyword }),
  };
  /** Another filter begins at its first page. */
  const first =
    (set: (next: string | null) => void) =>
    (next: string): void => {
      set(next);
      setPage('1');
    };
  return {
    narrowed,
    action,
    scope,
    outcome,
    keyword,
    page: Math.max(1, Number(pageText) || 1),
    setPage: (next: number) => setPage(String(next)),
    setAction: first(setAction),
    setScope: first(setScope),
    setOutcome: first(setOutcome),
    setKeyword: first(setKeyword),
  };
}
export type LogFilter = ReturnType<typeof useLogFilter>;

export const useOperations = ({ narrowed, page }: LogFilter) =>
  useRead(operations.list, { ...narrowed, page, pageSize }, { placeholderData: keepPreviousData });

export async function saveOperations({ narrowed }: LogFilter): Promise<void> {
  const { blob, fileName } = await download(operations.file, narrowed);
  saveAs(blob, fileName ?? 'operation-log.csv');
}
