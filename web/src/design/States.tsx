import { InfoCircleOutlined, LockOutlined, ReloadOutlined, WarningOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../kernel/failures.ts';

/** The four states that every page designs: loading, empty, failed, partial; and the fifth, not permitted. */
export function Skeleton({ width = '100%', height = 12 }: { width?: number | string; height?: number }) {
  return <span className="pl-sk" style={{ width, height }} />;
}

/** Rows in the layout of a list or table. */
export function SkeletonRows({ rows = 6, rowPx = 36 }: { rows?: number; rowPx?: number }) {
  return (
    <div aria-busy="true" className="pl-sk-rows" style={{ padding: '0 20px' }}>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are alike
        <div key={i} className="pl-row" style={{ height: rowPx, gap: 24, borderBottom: '1px solid var(--pl-line)' }}>
          <Skeleton width={`${34 + ((i * 17) % 24)}%`} height={10} />
          <span className="pl-gap" />
          <Skeleton width={64} height={10} />
          <Skeleton width={88} height={10} />
        </div>
      ))}
    </div>
  );
}

/** The frame of a chart. */
export const SkeletonChart = ({ height = 300 }: { height?: number }) => (
  <div aria-busy="true" className="pl-sk-chart" style={{ height: height - 32, margin: 16 }} />
);

/** Shows what is missing, why if known, and the next step as a button. */
export function Empty({ title, why, children }: { title: ReactNode; why?: ReactNode; children?: ReactNode }) {
  return (
    <div className="pl-state">
      <h2 className="title">{title}</h2>
      {why !== undefined && <div className="pl-2">{why}</div>}
      {children && <div className="next">{children}</div>}
    </div>
  );
}

/** What is asked again in the same way is refused again. */
const repeats: ReadonlySet<string> = new Set([
  'spanExceeded',
  'startAfterEnd',
  'badInput',
  'noCollections',
  'notFound',
]);

const mayHelp = (error: unknown): boolean => !(error instanceof Failure && repeats.has(error.name));

/** The error's own words, its detail line, Try again where that may help; what is not permitted is said as that. */
export function Failed({
  error,
  title,
  onRetry,
  children,
}: {
  error: unknown;
  title?: ReactNode;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  if (error instanceof Failure && error.name === 'notAllowed') {
    const needs = (error.detail as { needs?: string } | undefined)?.needs;
    return <NoPermission {...(needs ? { needs } : {})} />;
  }
  const { words, detail } = wordsOf(error, t);
  // Nothing failed: it is not there, or not for this reader.
  const isAbsent = error instanceof Failure && error.name === 'notFound';
  if (error instanceof Failure && error.name === 'moduleOff') return <ModuleOff detail={error.detail} />;
  return (
    <div className="pl-state" role="alert">
      <h2 className="title pl-row">
        <WarningOutlined />
        {title ?? (isAbsent ? words : t('common:state.failed'))}
      </h2>
      <div className="pl-2">{isAbsent ? t('shell:notFound.why') : words}</div>
      {detail && <div className="detail">{detail}</div>}
      <div className="next">
        {onRetry && mayHelp(error) && (
          <Button icon={<ReloadOutlined />} onClick={onRetry}>
            {t('common:retry')}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

/** What the whole installation, or the corporation of the reader, has switched off. */
function ModuleOff({ detail }: { detail: unknown }) {
  const { t } = useTranslation();
  const flag = (detail as { readonly flag?: string } | undefined)?.flag;
  const why = flag === 'privateDeployment' || flag === 'documentDisabled' ? flag : 'module';
  return <Empty title={t('common:state.off.title')} why={t(`common:state.off.${why}`)} />;
}

/** Drawn is what arrived; this line says what did not. */
export function Partial({
  children,
  error,
  onRetry,
}: {
  children: ReactNode;
  /** Why: Try again stands there only where it may help. */
  error?: unknown;
  onRetry?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-partial" role="status">
      <InfoCircleOutlined />
      <span>{children}</span>
      <span className="pl-gap" />
      {onRetry && mayHelp(error) && (
        <Button type="link" size="small" onClick={onRetry}>
          {t('common:retry')}
        </Button>
      )}
    </div>
  );
}

/** Shows who can grant a permission, and the name of the permission. */
export function NoPermission({
  needs,
  throughout = false,
  children,
}: {
  needs?: string;
  /** It is asked of the whole corporation: to hold it in some of its projects is not enough. */
  throughout?: boolean;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-state">
      <h2 className="title pl-row">
        <LockOutlined />
        {t('common:state.noPermission')}
      </h2>
      <div className="pl-2">
        {needs
          ? t(throughout ? 'common:state.askThroughout' : 'common:state.askFor', { needs })
          : t('common:state.ask')}
      </div>
      {children && <div className="next">{children}</div>}
    </div>
  );
}

/**
 * A query's answer in its four states. While it asks again the old answer stays; a failed refresh keeps it too and says
 * so in one line. `empty` is shown instead of the children when `isEmpty` says so.
 */
export function Answer<T>({
  query,
  loading,
  isEmpty,
  empty,
  children,
}: {
  query: UseQueryResult<T>;
  loading: ReactNode;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (query.data === undefined) {
    if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
    return loading;
  }
  if (isEmpty?.(query.data)) return empty;
  return (
    <>
      {children(query.data)}
      <Outdated query={query} />
    </>
  );
}

/** Says that an answer could not be read again, while the last one stays; nothing where it could, or where there is none. */
export function Outdated({
  query: { data, error, refetch },
}: {
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;
}) {
  const { t } = useTranslation();
  if (data === undefined || !error) return null;
  return (
    <Partial onRetry={() => void refetch()}>{t('common:state.stale', { words: wordsOf(error, t).words })}</Partial>
  );
}
