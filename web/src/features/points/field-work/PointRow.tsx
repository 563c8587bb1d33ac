import { RightOutlined } from '@ant-design/icons';
import type { Point } from '@plumbline/contract/points/points';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../design/Status.tsx';
import { formatBrief, formatNumber } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { mainFieldOf, mainValueOf } from '../../../kernel/main-field.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useServerNow } from '../../../kernel/server-clock.ts';
import { hasDraft } from '../field-store/draft.parts.ts';
import type { Pack } from '../field-store/field-store.parts.ts';

/** The last value that is known of a point, and of when it is. */
export function LastValue({ point }: { point: Point }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { project } = useProject();
  const now = useServerNow();
  if (!point.latest) return <span className="pl-3 pl-sm">{t('common:value.never')}</span>;
  const field = mainFieldOf(point)?.field;
  return (
    <span className="pl-num">
      {formatNumber(mainValueOf(point), field?.precision)} {field?.unit}{' '}
      <span className="pl-3 pl-sm">{formatBrief(point.latest.at, project.timeZone, language, now)}</span>
    </span>
  );
}

/** A point in a list for one thumb: its name, where it is, its last value. Without a network it has no level: nobody knows. */
export function PointRow({
  pack,
  point,
  isLive,
  onOpen,
  children,
}: {
  pack: Pack;
  point: Point;
  isLive: boolean;
  onOpen: (pointId: number) => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <button type="button" className="fld-row" onClick={() => onOpen(point.id)}>
      <span className="words">
        <b>{point.name}</b>
        <span className="pl-2 pl-sm">{pack.places[point.structureId]}</span>
        {children}
        {hasDraft(pack.userId, point.id) && <span className="pl-sm fld-draft">{t('fieldWork:reading.typed')}</span>}
      </span>
      <span className="value">
        <LastValue point={point} />
        {isLive && <StatusTag status={point.status} words="short" />}
      </span>
      <RightOutlined className="pl-3" />
    </button>
  );
}
