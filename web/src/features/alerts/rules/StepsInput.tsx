import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { alertRuleLimits, type EscalationStep } from '@plumbline/contract/alerts/rules';
import { Button, Checkbox, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Slot } from '../../../design/form/input.ts';
import { IconButton } from '../../../design/IconButton.tsx';

interface Choice {
  readonly value: number;
  readonly label: string;
}
export interface StepChoices {
  readonly rosterIds: readonly Choice[] | undefined;
  readonly channelIds: readonly Choice[] | undefined;
}
const separators = [',', ';', ' ', '\n', '，', '；', '、'];
const nextStep = (steps: readonly EscalationStep[]): EscalationStep => ({
  afterMinutes: (steps.at(-1)?.afterMinutes ?? 0) + 10,
  members: false,
  rosterIds: [],
  emails: [],
  mobiles: [],
  calls: [],
  channelIds: [],
});

/** Edits the steps of escalation, one after the other. */
export function stepsInput(choices: StepChoices) {
  return function StepsInput({ value, onChange, disabled }: Slot) {
    const { t } = useTranslation();
    const steps = (value as EscalationStep[] | undefined) ?? [];
    const set = (i: number, change: Partial<EscalationStep>): void =>
      onChange(steps.map((each, k) => (k === i ? { ...each, ...change } : each)));
    return (
      <div className="ar-steps">
        {steps.map((step, i) => (
          <StepFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place
            key={i}
            {...{ step, choices, disabled, number: i + 1 }}
            onSet={(change) => set(i, change)}
            onRemove={() => onChange(steps.filter((_, k) => k !== i))}
          />
        ))}
        <Button
          icon={<PlusOutlined />}
          disabled={disabled || steps.length >= alertRuleLimits.steps}
          onClick={() => onChange([...steps, nextStep(steps)])}
        >
          {t('alertRules:addStep')}
        </Button>
      </div>
    );
  };
}

interface StepProps {
  step: EscalationStep;
  choices: StepChoices;
  disabled: boolean;
  number: number;
  onSet: (change: Partial<EscalationStep>) => void;
  onRemove: () => void;
}

/** Long because it is one flat list of fields. */
function StepFields({ step, choices, disabled, number, onSet, onRemove }: StepProps) {
  const { t } = useTranslation();
  const many = (field: 'rosterIds' | 'channelIds', label: string, short: string) => (
    <Select
      mode="multiple"
      aria-label={label}
      placeholder={short}
      disabled={disabled}
      value={step[field]}
      options={[...(choices[field] ?? [])]}
      onChange={(next: number[]) => onSet({ [field]: next })}
    />
  );
  const typed = (field: 'emails' | 'mobiles' | 'calls', label: string, short: string) => (
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      aria-label={label}
      placeholder={short}
      disabled={disabled}
      value={step[field]}
      tokenSeparators={separators}
      onChange={(next: string[]) => onSet({ [field]: next.map((each) => each.trim()).filter(Boolean) })}
    />
  );
  return (
    <fieldset aria-label={t('alertRules:step', { number })}>
      <div className="pl-row">
        <InputNumber<number>
          aria-label={t('alertRules:afterMinutes', { number })}
          min={1}
          max={1440}
          precision={0}
          suffix={t('alertRules:minutes')}
          disabled={disabled}
          value={step.afterMinutes}
          onChange={(next) => onSet({ afterMinutes: next ?? 1 })}
        />
        <Checkbox
          checked={step.members}
          disabled={disabled}
          onChange={(event) => onSet({ members: event.target.checked })}
        >
          {t('alertRules:stepMembers')}
        </Checkbox>
        <span className="pl-gap" />
        <IconButton
          icon={<DeleteOutlined />}
          label={t('alertRules:removeStep', { number })}
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
      {many('rosterIds', t('alertRules:stepRosters', { number }), t('alertRules:rosters'))}
      {typed('emails', t('alertRules:stepEmails', { number }), t('alertRules:emails'))}
      {typed('mobiles', t('alertRules:stepMobiles', { number }), t('alertRules:mobiles'))}
      {typed('calls', t('alertRules:stepCalls', { number }), t('alertRules:calls'))}
      {many('channelIds', t('alertRules:stepHooks', { number }), t('alertRules:hooks'))}
    </fieldset>
  );
}
