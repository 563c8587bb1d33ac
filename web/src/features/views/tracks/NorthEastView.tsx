import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { useShownWindow } from '../surveys/window.parts.ts';
import { CasingFrame, type DrawnCasing } from './CasingFrame.tsx';
import { northEastContent, planLimits } from './north-east-content.ts';
import { useJointState } from './tracks-state.ts';

const planPx = 460;
const fullRange = { from: 0, to: 1 };

/** A casing seen from above, north up: its surveys, where one joint went, and from survey to survey its path. */
export function NorthEastView(props: PointViewProps) {
  const [state, change] = useJointState();
  return (
    <CasingFrame view={props} {...{ state, change }} heightPx={planPx}>
      {(drawn) => <Plan drawn={drawn} />}
    </CasingFrame>
  );
}

function Plan({ drawn }: { drawn: DrawnCasing }) {
  const content = useContent(drawn);
  return (
    <Chart
      kind="plan"
      content={content}
      range={fullRange}
      {...useShownWindow()}
      onPick={drawn.onJoint}
      heightPx={planPx}
      handle={drawn.chart}
    />
  );
}

function useContent({ surveys, place, joint, judging, markAzimuthDeg }: DrawnCasing) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  return useMemo(
    () =>
      northEastContent(
        surveys,
        place,
        joint,
        { limits: planLimits(judging, markAzimuthDeg), markAzimuthDeg },
        {
          north: t('common:chart.north'),
          east: t('common:chart.east'),
          horizontal: t('tracks:horizontal'),
          azimuth: t('tracks:azimuth'),
          depth: t('common:chart.depth'),
          path: t('tracks:path'),
          atDepth: (depth) => t('profiles:atDepth', { depth }),
          timeOf: (at) => formatShort(at, timeZone, language),
        },
      ),
    [surveys, place, joint, judging, markAzimuthDeg, t, timeZone, language],
  );
}
