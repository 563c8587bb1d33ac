import type { WholeStatus } from '@plumbline/contract/kernel/status';
import { families } from '@plumbline/contract/points/families';
import { useTranslation } from 'react-i18next';
import { LevelMark } from '../../../design/Level.tsx';
import { Bar, Pane } from '../../../design/Pane.tsx';
import { SilentCount } from '../../../design/Status.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { levelName, levelsDown } from '../../../kernel/levels.ts';
import { wordKey } from '../../../kernel/words.ts';

/** How many points are at each level now, and how many are at none: silent, failed, or without limits. Zero counts are dim but stay, so that positions never move. */
export function LevelSummary({ status }: { status: WholeStatus }) {
  const { t } = useTranslation();
  const { levels, withoutLimits, stale, neverRead, points, conditionLevel } = status;
  return (
    <Pane
      title={t('projects:levels')}
      action={<span className="pl-sm pl-3">{t('projects:pointCount', { count: points })}</span>}
      flush
    >
      <div className="levels5">
        {levelsDown.map((level) => (
          <div key={level} className={levels[level] ? '' : 'zero'}>
            <LevelMark level={level} size={18} label={false} />
            <b>{formatCount(levels[level] ?? 0)}</b>
            <span className="pl-micro pl-3">{t(`common:level.${levelName(level)}`)}</span>
          </div>
        ))}
      </div>
      {conditionLevel !== null && (
        <div className="pl-sm pl-2" role="status" style={{ padding: '0 20px 14px' }}>
          <LevelMark level={conditionLevel} size={14} label={false} />{' '}
          {t('projects:conditionRaised', { level: t(`common:level.${levelName(conditionLevel)}`) })}
        </div>
      )}
      {withoutLimits > 0 && (
        <div className="pl-sm pl-3" style={{ padding: '0 20px 14px' }}>
          {t('common:status.withoutLimits', { count: withoutLimits })}
        </div>
      )}
      {(status.state === 'silent' || status.state === 'failed') && (
        <div className="pl-sm pl-2" role="status" style={{ padding: '0 20px 14px' }}>
          <SilentCount status={status} />
          <div className="pl-3">
            {[
              stale > 0 && t('projects:staleCount', { count: stale }),
              neverRead > 0 && t('projects:neverReadCount', { count: neverRead }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </div>
      )}
    </Pane>
  );
}

/** Points by measurement family, as neutral bars. */
export function FamilyBars({ counts }: { counts: readonly { key: string; count: number }[] }) {
  const { t } = useTranslation();
  const max = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <Pane title={t('projects:families')}>
      {counts.map(({ key, count }) => (
        <div key={key} className="fam">
          <span className="pl-2 pl-ell">{key in families ? t(wordKey(`families:family.${key}`)) : key}</span>
          <Bar share={count / max} />
          <span className="pl-num pl-b">{count}</span>
        </div>
      ))}
      {counts.length === 0 && <span className="pl-3">{t('projects:noPoints')}</span>}
    </Pane>
  );
}
