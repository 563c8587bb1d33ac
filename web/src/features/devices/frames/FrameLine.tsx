import { ArrowLeftOutlined, ArrowRightOutlined, MinusOutlined, RightOutlined } from '@ant-design/icons';
import type { Frame } from '@plumbline/contract/devices/frames';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { FrameContent } from './FrameContent.tsx';
import { errorWords } from './frame-words.ts';
import type { LiveFrame } from './frames.queries.ts';
import { isWrong } from './matching-frames.ts';

const marks = { in: ArrowRightOutlined, out: ArrowLeftOutlined, none: MinusOutlined } as const;

/** One frame: when, which way, what, what became of it; opened, its bytes beside what was read out of them. */
export function FrameLine({ frame, request }: { frame: LiveFrame; request: Frame | null }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const Mark = marks[frame.direction];
  const hasContent = frame.size > 0 || frame.decoded !== null || frame.outcome !== null || frame.detail !== '';
  return (
    <li className={isWrong(frame) ? 'fr-frame wrong' : 'fr-frame'} data-kind={frame.kind}>
      <button
        type="button"
        className="fr-line"
        aria-expanded={isOpen}
        disabled={!hasContent}
        onClick={() => setIsOpen(!isOpen)}
      >
        <RightOutlined aria-hidden="true" className={isOpen ? 'fr-open pl-3' : 'pl-3'} />
        <time dateTime={frame.at} className="pl-mono pl-sm">
          {clockOf(frame.at)}
        </time>
        <Mark role="img" aria-label={t(`frames:direction.${frame.direction}`)} />
        <span className="fr-kind">{t(`frames:kind.${frame.kind}`)}</span>
        <span className="pl-3 pl-sm fr-link">{t(`frames:link.${frame.link}`)}</span>
        <span className="pl-2 pl-sm fr-topic pl-ell" title={frame.topic}>
          {frame.topic}
        </span>
        <span className="fr-outcome pl-sm">
          <OutcomeWords frame={frame} />
        </span>
        <span className="pl-3 pl-sm fr-size">{frame.size > 0 && t('frames:bytes', { count: frame.size })}</span>
      </button>
      {isOpen && <FrameContent frame={frame} request={request} />}
    </li>
  );
}

function OutcomeWords({ frame }: { frame: Frame }) {
  const { t } = useTranslation();
  const { outcome, error, kind, detail } = frame;
  if (kind === 'dropped') return <span className="pl-wrong">{t('frames:dropped', { count: Number(detail) })}</span>;
  const counts = outcome
    ? (['stored', 'unchanged', 'unbound', 'deferred'] as const)
        .filter((each) => outcome[each] > 0)
        .map((each) => t(`frames:outcome.${each}`, { shown: formatCount(outcome[each]) }))
    : [];
  const refused = outcome?.refused.length ?? 0;
  const lacking = outcome?.lacking ?? 0;
  return (
    <>
      {counts.join(' · ')}
      {lacking > 0 && (
        <span className="pl-wrong">
          {counts.length > 0 && ' · '}
          {t('frames:outcome.lacking', { shown: formatCount(lacking) })}
        </span>
      )}
      {refused > 0 && (
        <span className="pl-wrong">
          {counts.length > 0 && ' · '}
          {t('frames:outcome.refused', { shown: formatCount(refused) })}
        </span>
      )}
      {error !== null && (
        <span className="pl-wrong">
          {(counts.length > 0 || refused > 0) && ' · '}
          {errorWords(frame, t)}
        </span>
      )}
    </>
  );
}

/** To the millisecond: frames follow each other closely. */
const clockOf = (at: string): string => `${formatTime(at).slice(11)}.${at.slice(20, 23)}`;
