import { useTranslation } from 'react-i18next';
import { LevelMap } from '../../../maps/LevelMap.tsx';
import type { InputProps } from '../input.ts';
import CoordinateInput, { type Place } from './CoordinateInput.tsx';

/** MAP_LOCATION: a place by a click on the map, or typed; either moves the other. */
export default function MapLocationInput(props: InputProps<Place>) {
  const { t } = useTranslation();
  const { value, onChange, disabled, extras, traits } = props;
  const marked = value && Number.isFinite(value.latitude) && Number.isFinite(value.longitude) ? value : null;
  return (
    <div className="pl-map-location">
      <div className="frame">
        <LevelMap
          marks={extras.mapMarks ?? []}
          nameFrom={0}
          pick={{ at: marked, onPick: (at) => !disabled && onChange(at) }}
          maxZoom={10}
        />
        {!marked && !disabled && <span className="hint pl-sm">{t('common:map.place')}</span>}
      </div>
      <CoordinateInput
        {...props}
        definition={{ ...props.definition, inputType: 'pair' }}
        onChange={(next) => onChange(next as Place | null | undefined)}
      />
      {value && !disabled && !traits.required && (
        <button type="button" className="pl-link pl-sm" onClick={() => onChange(traits.empty)}>
          {t('forms:removePlace')}
        </button>
      )}
    </div>
  );
}
