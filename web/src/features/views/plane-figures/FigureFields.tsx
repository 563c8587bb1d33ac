import {
  casingBends,
  type EnlargedKind,
  enlargedKinds,
  type FigureKind,
  type FigureSetting,
  factorLimits,
  figureKinds,
  planesOf,
} from '@plumbline/contract/site/drawings.figures';
import type { DrawingPlane } from '@plumbline/contract/site/drawings.scale';
import { InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { TurnSelect } from './TurnSelect.tsx';

const noFigures: FigureSetting = {
  kinds: [],
  factors: { vectors: null, casings: null, rings: null, trough: null },
  rightAzimuth: null,
  bend: 'plane',
  turn: null,
};

interface FiguredDrawing {
  readonly plane: DrawingPlane;
  readonly scale: unknown;
}
const refusalOn = ({ plane, scale }: FiguredDrawing, kind: FigureKind): 'plane' | 'scale' | null =>
  !planesOf[kind].includes(plane) ? 'plane' : scale === null && kind !== 'sparklines' ? 'scale' : null;

/** Edits the figures of a panel or a slide, and how far they are enlarged. */
export function FigureFields({
  drawing,
  value,
  onChange,
}: {
  drawing: FiguredDrawing;
  value: FigureSetting | undefined;
  onChange: (setting: FigureSetting | undefined) => void;
}) {
  const { t } = useTranslation();
  const setting = value ?? noFigures;
  const { kinds, factors, rightAzimuth, bend, turn } = setting;
  const change = (next: Partial<FigureSetting>): void => onChange({ ...setting, ...next });
  const turns = drawing.plane !== 'lining' && (kinds.includes('vectors') || kinds.includes('casings'));
  return (
    <div className="fg-fields">
      <Select<FigureKind[]>
        mode="multiple"
        aria-label={t('planeFigures:title')}
        placeholder={t('planeFigures:noneOf')}
        value={kinds}
        options={figureKinds.map((kind) => {
          const refused = refusalOn(drawing, kind);
          const name = t(`planeFigures:kinds.${kind}`);
          return {
            value: kind,
            disabled: refused !== null && !kinds.includes(kind),
            label: refused ? `${name} ${t(`planeFigures:refusals.${refused}`, { most: 0 })}` : name,
          };
        })}
        showSearch={false}
        onChange={(next) => (next.length === 0 ? onChange(undefined) : change({ kinds: next }))}
      />
      {enlargedKinds
        .filter((kind) => kinds.includes(kind))
        .map((kind) => (
          <Factor
            key={kind}
            kind={kind}
            value={factors[kind]}
            onChange={(next) => change({ factors: { ...factors, [kind]: next } })}
          />
        ))}
      {kinds.includes('casings') && <BendField value={bend} onChange={(next) => change({ bend: next })} />}
      {drawing.plane === 'lining' && kinds.includes('rings') && (
        <div className="field">
          <span className="pl-sm pl-2">{t('planeFigures:turn')}</span>
          <TurnSelect value={turn ?? null} onChange={(next) => change({ turn: next })} />
        </div>
      )}
      {turns && <RightField value={rightAzimuth} onChange={(next) => change({ rightAzimuth: next })} />}
    </div>
  );
}

function BendField({
  value,
  onChange,
}: {
  value: FigureSetting['bend'];
  onChange: (bend: FigureSetting['bend']) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="field">
      <span className="pl-sm pl-2">{t('planeFigures:bend')}</span>
      <Select
        aria-label={t('planeFigures:bend')}
        value={value}
        options={casingBends.map((each) => ({ value: each, label: t(`planeFigures:bends.${each}`) }))}
        popupMatchSelectWidth={false}
        onChange={onChange}
      />
    </div>
  );
}

function Factor({
  kind,
  value,
  onChange,
}: {
  kind: EnlargedKind;
  value: number | null;
  onChange: (factor: number | null) => void;
}) {
  const { t } = useTranslation();
  const label = t('planeFigures:enlargedOf', { what: t(`planeFigures:kinds.${kind}`) });
  return (
    <div className="field">
      <span className="pl-sm pl-2">{label}</span>
      <InputNumber<number>
        prefix="×"
        aria-label={label}
        placeholder={t('planeFigures:auto')}
        value={value}
        min={factorLimits[0]}
        max={factorLimits[1]}
        controls={false}
        changeOnWheel={false}
        onChange={onChange}
      />
    </div>
  );
}

/** Towards where the right of the drawing is; empty = by the coordinates of its points. */
function RightField({ value, onChange }: { value: number | null; onChange: (degrees: number | null) => void }) {
  const { t } = useTranslation();
  return (
    <div className="field">
      <span className="pl-sm pl-2">{t('planeFigures:rightIs')}</span>
      <InputNumber<number>
        suffix="°"
        aria-label={t('planeFigures:rightIs')}
        placeholder={t('planeFigures:byPoints')}
        value={value}
        min={0}
        max={360}
        controls={false}
        changeOnWheel={false}
        onChange={onChange}
      />
    </div>
  );
}
