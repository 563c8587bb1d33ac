import { DeleteOutlined, PlusOutlined, WarningOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices/devices';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Button, Form, Input, InputNumber } from 'antd';
import { FormItemInputContext } from 'antd/es/form/context';
import { useTranslation } from 'react-i18next';
import { faultsOf } from './module-faults.ts';

type Module = Device['hem'][number];
/** The inputs of a row are marked one by one, not all of them because the field is wrong. */
const unmarked = {};

/** HEM: the extension modules of a device, one row each; what is wrong stands under the row that it is wrong in. */
export function ModulesInput({
  value,
  onChange,
  max,
  readOnly,
}: {
  value: readonly Module[];
  onChange: (value: readonly Module[]) => void;
  max: number;
  readOnly: boolean;
}) {
  const { t } = useTranslation();
  const { status } = Form.Item.useStatus();
  const set = (at: number, part: Partial<Module>): void =>
    onChange(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  const free = (): number => {
    let next = 1;
    while (value.some(({ number }) => number === next)) next++;
    return next;
  };
  const faults = faultsOf(value);
  return (
    <FormItemInputContext.Provider value={unmarked}>
      <div className="dv-modules">
        {value.length === 0 ? (
          <span className="pl-3">{t('devices:hem.none')}</span>
        ) : (
          <div className="dv-module pl-micro pl-3" aria-hidden="true">
            <span>{t('devices:hem.number')}</span>
            <span>{t('devices:sncode')}</span>
          </div>
        )}
        {value.map((module, at) => (
          <ModuleRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a module's number changes while it is typed
            key={at}
            module={module}
            fault={elementAt(faults, at)}
            isRefused={status === 'error'}
            readOnly={readOnly}
            onChange={(part) => set(at, part)}
            onRemove={() => onChange(value.filter((_, i) => i !== at))}
          />
        ))}
        {!readOnly && (
          <div>
            <Button
              size="small"
              icon={<PlusOutlined />}
              disabled={value.length >= max}
              onClick={() => onChange([...value, { number: free(), sncode: '' }])}
            >
              {t('devices:hem.add')}
            </Button>
          </div>
        )}
      </div>
    </FormItemInputContext.Provider>
  );
}

/** One module. `isRefused` = somebody wanted to save: one that was only just added is empty until then without a word. */
function ModuleRow({
  module,
  fault: { number, sncode },
  isRefused,
  readOnly,
  onChange,
  onRemove,
}: {
  module: Module;
  fault: ReturnType<typeof faultsOf>[number];
  isRefused: boolean;
  readOnly: boolean;
  onChange: (part: Partial<Module>) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const missing = sncode === 'missing' && isRefused;
  return (
    <div>
      <div className="dv-module">
        <InputNumber
          value={module.number}
          min={1}
          max={99}
          precision={0}
          disabled={readOnly}
          status={number ? 'error' : ''}
          aria-label={t('devices:hem.number')}
          onChange={(next) => next !== null && onChange({ number: next })}
        />
        <Input
          value={module.sncode}
          maxLength={32}
          disabled={readOnly}
          status={sncode === 'twice' || missing ? 'error' : ''}
          aria-label={t('devices:sncode')}
          placeholder={t('devices:sncode')}
          onChange={(event) => onChange({ sncode: event.target.value.trim() })}
        />
        {!readOnly && (
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('devices:hem.remove', { number: module.number })}
            title={t('common:delete')}
            onClick={onRemove}
          />
        )}
      </div>
      <ModuleFaults module={module} isRepeated={number} sncode={sncode} isMissing={missing} />
    </div>
  );
}

/** What is wrong with one module, in words. */
function ModuleFaults({
  module,
  isRepeated,
  sncode,
  isMissing,
}: {
  module: Module;
  isRepeated: boolean;
  sncode: ReturnType<typeof faultsOf>[number]['sncode'];
  isMissing: boolean;
}) {
  const { t } = useTranslation();
  const words = [
    ...(isRepeated ? [t('devices:hem.numberTwice', { number: module.number })] : []),
    ...(sncode === 'twice' ? [t('devices:hem.sncodeTwice', { sncode: module.sncode })] : []),
    ...(isMissing ? [t('devices:hem.sncodeMissing', { number: module.number })] : []),
  ];
  return words.map((each) => (
    <p key={each} role="alert" className="pl-row tight pl-sm pl-wrong">
      <WarningOutlined />
      {each}
    </p>
  ));
}
