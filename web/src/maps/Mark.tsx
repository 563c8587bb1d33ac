import { isWhole } from '@plumbline/contract/kernel/status';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusMark } from '../design/Status.tsx';
import { lacksLimits, presentLevel, useStatusWords } from '../design/status-words.ts';
import type { Side } from './labels.ts';
import type { NamedMark } from './shapes.ts';

/** Returns the written and spoken words of a mark: as it is read, and then the level. Who speaks what they see must hit it. */
export function useMarkWords() {
  const words = useStatusWords();
  return ({ name, quantity, detail, status }: NamedMark) => {
    const silent =
      status === null || (status.state === 'reporting' && presentLevel(status) !== null)
        ? ''
        : words(isWhole(status) ? { ...status, level: null } : status).short;
    return {
      below: [detail, silent].filter(Boolean).join(' · '),
      spoken: [name, [quantity, detail].filter(Boolean).join(' '), status && words(status).full]
        .filter(Boolean)
        .join(', '),
    };
  };
}

function Sign({ status }: { status: NamedMark['status'] }) {
  if (status === null) return <span className="dot" />;
  const isQuiet = presentLevel(status) === 0 || lacksLimits(status);
  return <StatusMark status={status} size={isQuiet ? 13 : 18} label={false} />;
}

/** A mark as a button, and its name beside it; where others lie under it, how many, and a click lists them. */
export function MarkWithName({
  mark,
  others,
  isChosen,
  side,
  isLong,
  onChoose,
}: {
  mark: NamedMark;
  /** How many marks lie under this one. */
  others: number;
  isChosen: boolean;
  /** Where the name stands; null = there is none. */
  side: Side | 'none' | null;
  /** It has room for the quantity too. */
  isLong: boolean;
  onChoose: () => void;
}) {
  const { t } = useTranslation();
  const { below, spoken } = useMarkWords()(mark);
  const isRed = mark.status !== null && presentLevel(mark.status) === 4;
  const label = others === 0 ? spoken : t('common:map.withOthers', { name: spoken, total: others + 1 });
  return (
    <>
      <button
        type="button"
        className={`mark${isChosen ? ' chosen' : ''}${isRed ? ' loud' : ''}${others > 0 ? ' several' : ''}`}
        aria-haspopup={others > 0 ? 'dialog' : undefined}
        title={side === null || others > 0 ? label : undefined}
        onClick={(event) => {
          event.stopPropagation();
          onChoose();
        }}
      >
        <span className="pl-boxless" aria-hidden="true">
          <Sign status={mark.status} />
          {others > 0 && <span className="others">{others + 1}</span>}
        </span>
        <span className="pl-visually-hidden">{label}</span>
      </button>
      {side !== null && (
        <span className={`name at-${side}${isLong ? ' long' : ''}`}>
          <span>{mark.name}</span>
          {below && (
            <small>
              {mark.quantity && <span className="quantity">{mark.quantity} </span>}
              <span>{below}</span>
            </small>
          )}
        </span>
      )}
    </>
  );
}

/** The marks that lie over one another, to choose one of, or to look nearer. */
export function ClusterList({
  members,
  onChoose,
  onNearer,
  onClose,
}: {
  members: readonly NamedMark[];
  onChoose: (id: NamedMark['id']) => void;
  /** null = they lie at one place, or the map is as near as it goes. */
  onNearer: (() => void) | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const wordsOf = useMarkWords();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <div
      ref={list}
      className="cluster"
      role="dialog"
      aria-label={t('common:map.sameSpot', { count: members.length })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="head pl-sm pl-2">
        <span>{t('common:map.sameSpot', { count: members.length })}</span>
        {onNearer && (
          <Button size="small" type="link" onClick={onNearer}>
            {t('common:map.nearer')}
          </Button>
        )}
      </div>
      {members.map((mark) => (
        <button
          key={mark.id}
          type="button"
          className="pl-bare row"
          aria-label={wordsOf(mark).spoken}
          onClick={() => onChoose(mark.id)}
        >
          <Sign status={mark.status} />
          <span className="pl-ell">{mark.name}</span>
          <span className="pl-3 pl-sm">{wordsOf(mark).below}</span>
        </button>
      ))}
    </div>
  );
}
