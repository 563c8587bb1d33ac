import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Worded } from '../../kernel/failures.ts';
import { useToasts } from '../Toasts.tsx';

/** Kinds of options of a field, as specification 8 names them. */
export type OptionKind = 'structures' | 'points' | 'fields';

/** Says once that the options of a field could not be loaded: an empty list alone looks as if there were none. */
export function useOptionsFailure(kind: OptionKind, error: unknown): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const isFailed = error !== null && error !== undefined;
  useEffect(() => {
    if (isFailed) toasts.failed(new Worded(t(`forms:options.${kind}`)));
  }, [isFailed, kind, t, toasts]);
}
