import { onDuty } from '@plumbline/contract/alerts/on-duty';
import { keepPreviousData } from '@tanstack/react-query';
import { useRead } from '../../../kernel/reads.ts';

/** Duty changes by the clock, without anybody changing a roster. */
const refetchInterval = 60_000;

/** Reads a page of the rosters of every project that one may see. */
export const useRostersNow = (input: { page: number; pageSize: number; keyword?: string }) =>
  useRead(onDuty.list, input, { placeholderData: keepPreviousData, refetchInterval });
