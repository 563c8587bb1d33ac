import type { CSSProperties, ReactNode } from 'react';

/** A page and its panes: one surface cut by hairlines. Panes touch; the 1 px gap between them is the divider. */
export function Page({
  title,
  note,
  actions,
  flush = false,
  children,
}: {
  title?: ReactNode;
  /** Quiet words beside the title. */
  note?: ReactNode;
  actions?: ReactNode;
  /** No padding round the body, for tables, maps and charts. */
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="pl-page">
      {title !== undefined && (
        <div className="pl-page-head">
          <h1 className="pl-ell">{title}</h1>
          {note !== undefined && <span className="pl-3 pl-sm pl-ell">{note}</span>}
          <span className="pl-gap" />
          {actions}
        </div>
      )}
      <div className={`pl-page-body${flush ? ' flush' : ''}`}>{children}</div>
    </section>
  );
}

export function Panes({
  columns,
  rows,
  className = '',
  style,
  children,
}: {
  columns?: string;
  rows?: string;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
}) {
  return (
    <div className={`pl-panes ${className}`} style={{ gridTemplateColumns: columns, gridTemplateRows: rows, ...style }}>
      {children}
    </div>
  );
}

export function Pane({
  title,
  count,
  action,
  flush = false,
  className = '',
  children,
}: {
  title?: ReactNode;
  /** Grey after the title. */
  count?: ReactNode;
  /** One quiet link or control at the right. */
  action?: ReactNode;
  flush?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={`pl-pane ${className}`}>
      {title !== undefined && (
        <header>
          <h2 className="pl-ell pl-h3">{title}</h2>
          {count !== undefined && <span className="pl-count">{count}</span>}
          <span className="pl-gap" />
          {action}
        </header>
      )}
      <div className={`pl-pane-body${flush ? ' flush' : ''}`}>{children}</div>
    </section>
  );
}

export interface Stat {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly unit?: string;
  /** One quiet line under the value: its time, its share, its count. */
  readonly note?: ReactNode;
}

/** One row of figures. `small` is the statistics row under a chart. */
export function StatStrip({
  stats,
  small = false,
  lead,
  className = '',
}: {
  stats: readonly Stat[];
  small?: boolean;
  lead?: ReactNode;
  className?: string;
}) {
  return (
    <div className={`pl-strip${small ? ' small' : ''} ${className}`}>
      {lead}
      {stats.map((stat, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a strip's cells never change places
        <div className="pl-stat" key={i}>
          <div className={`${small ? 'pl-micro' : 'pl-sm'} pl-3 pl-ell`}>{stat.label}</div>
          <b className="pl-ell">
            {stat.value}
            {stat.unit && <small>{stat.unit}</small>}
          </b>
          <div className={`${small ? 'pl-micro pl-3' : 'pl-sm pl-2'} pl-ell`}>{stat.note ?? ' '}</div>
        </div>
      ))}
    </div>
  );
}

/** Name and value in two columns. */
export function Facts({ facts }: { facts: readonly (readonly [name: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="pl-facts">
      {facts.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts never change places
        <FactRow key={i} name={name} value={value} />
      ))}
    </dl>
  );
}
const FactRow = ({ name, value }: { name: ReactNode; value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

/** A neutral bar: `share` 0..1. */
export const Bar = ({ share }: { share: number }) => (
  <span className="pl-bar" aria-hidden="true">
    <i style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }} />
  </span>
);
