import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../input.ts';
import { wordsIn } from '../words.ts';

/**
 * COLLECTOR_CHANNEL_SELECT: the channels of a collector, each with its state. Invariant: a channel in use is shown as
 * taken, with the point it feeds, and cannot be chosen; the one that is chosen already stays.
 */
export default function ChannelSelect({
  id,
  value,
  onChange,
  label,
  placeholder,
  options,
  traits,
  disabled,
}: InputProps<string>) {
  const { t } = useTranslation();
  const channels = (options ?? []).map((option) => ({
    value: String(option.value),
    label: wordsIn(option.label, t),
    note: option.note === undefined ? '' : wordsIn(option.note, t),
    usedBy: option.usedBy,
    disabled: option.disabled === true || (option.usedBy !== undefined && String(option.value) !== value),
  }));
  const free = channels.filter((channel) => channel.usedBy === undefined).length;
  return (
    <div className="pl-row">
      <Select<string>
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        value={value ?? null}
        placeholder={placeholder ?? t('forms:channel.choose', { count: free })}
        loading={options === undefined}
        disabled={disabled}
        allowClear={!traits.required}
        showSearch={channels.length > 8 ? { optionFilterProp: 'label' } : false}
        options={channels}
        listHeight={320}
        optionRender={({ data }) => (
          <span className="pl-row">
            <b className="pl-num" style={{ minWidth: 28 }}>
              {data.label}
            </b>
            <span className="pl-3 pl-sm pl-ell">{data.note}</span>
            <span className="pl-gap" />
            <span className={`pl-sm ${data.usedBy === undefined ? 'pl-2' : 'pl-3'} pl-ell`}>
              {data.usedBy === undefined
                ? t('forms:channel.free')
                : data.usedBy === ''
                  ? t('forms:channel.taken')
                  : t('forms:channel.takenBy', { point: data.usedBy })}
            </span>
          </span>
        )}
        onChange={(next) => onChange(next ?? traits.empty)}
        notFoundContent={t('forms:channel.none')}
        style={{ flex: 1, minWidth: 0 }}
      />
    </div>
  );
}
