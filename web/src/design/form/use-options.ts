import type { InputOf, OutputOf, Route, Schema } from '@plumbline/contract/kernel/route';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Worded } from '../../kernel/failures.ts';
import { type ReadOptions, useRead } from '../../kernel/reads.ts';
import { useToasts } from '../Toasts.tsx';
import { type OptionKind, optionsFault } from './options-fault.ts';

/** Reads the options of a field, and says once that they could not be loaded: an empty list alone looks as if there were none. */
export function useOptions<I extends Schema, O extends Schema>(
  kind: OptionKind,
  route: Route<I, O>,
  input: InputOf<I>,
  options?: ReadOptions<OutputOf<O>>,
): UseQueryResult<OutputOf<O>> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const query = useRead(route, input, options);
  const fault = optionsFault(kind, query);
  useEffect(() => {
    if (fault) toasts.failed(new Worded(t(fault)));
  }, [fault, t, toasts]);
  return query;
}
