import { WarningOutlined } from '@ant-design/icons';
import type { Point } from '@plumbline/contract/points/points';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { type DraftTarget, differs, slotsOf, unitsToConfirm } from './mapping.ts';
import { useQuantityWord } from './quantity-words.ts';

/**
 * Beside the choice of a quantity: that the unit of the file contradicts it, that the numbers are not converted as the
 * units ask, or that nothing says which quantity it is. Nothing where all is well.
 */
export function UnitNote({
  target,
  point,
  unit,
  onChange,
}: {
  target: DraftTarget;
  point: Point;
  /** As the file states it; '' = it does not. */
  unit: string;
  onChange: (target: DraftTarget) => void;
}) {
  const { t } = useTranslation();
  const quantityWord = useQuantityWord();
  const slot = slotsOf(point).find(({ name }) => name === target.name);
  const unconfirmed = slot ? unitsToConfirm(unit, slot, target) : null;
  if (slot && !differs(unit, slot) && !unconfirmed) return null;
  const slotUnit = slot?.unit || t('imports:unit.none');
  const words = !slot
    ? [
        t(unit === '' ? 'imports:unit.open' : 'imports:unit.openFor', { unit }),
        ...(point.type === 0 ? [t('imports:unit.rawOnly')] : []),
      ].join(' ')
    : unconfirmed
      ? t(unconfirmed.sine ? 'imports:unit.askSine' : 'imports:unit.ask', {
          unit,
          own: slotUnit,
          factor: unconfirmed.factor,
          offset: unconfirmed.offset,
        })
      : t('imports:unit.differs', { unit, own: slotUnit, quantity: quantityWord(point, slot.name) });
  return (
    <p className="imp-unit" role="note">
      <WarningOutlined className="imp-unit-sign" />
      <span>
        {words}{' '}
        {unconfirmed && (
          <Button type="link" size="small" onClick={() => onChange({ ...target, ...unconfirmed })}>
            {t('imports:unit.take')}
          </Button>
        )}
      </span>
    </p>
  );
}
