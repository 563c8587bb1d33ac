import './form.css';
import './step-wizard.css';
import { CheckOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../kernel/failures.ts';

export interface WizardStep {
  readonly key: string;
  readonly title: ReactNode;
  readonly content: ReactNode;
  /**
   * Asked before the next step: false (or a rejection, which is shown) keeps the person here. A form answers with its
   * handle: `async () => handle.current?.check() != null`.
   */
  readonly check?: () => boolean | Promise<boolean>;
  /** Why one cannot go on yet, said beside the button; undefined = one can. */
  readonly blocked?: ReactNode;
  /** The word on the button, where "Next" says too little ("Check the file"). */
  readonly next?: string;
  /** May be passed without its check: a button says so. Where nothing is checked "Next" is that button. */
  readonly optional?: boolean;
}

interface StepWizardProps {
  steps: readonly WizardStep[];
  /** The key of the step shown; leave out to let the wizard keep it. */
  at?: string;
  onStep?: (key: string) => void;
  /** The word on the last button. */
  finish: string;
  onFinish: () => Promise<unknown>;
  onCancel?: () => void;
}

/**
 * A path of steps, each checked before the next. What was filled in stays when one goes back; a step that comes later
 * is reached only through those before it. Invariant: `onFinish` runs after every step was checked.
 */
export function StepWizard({ steps, at, onStep, finish, onFinish, onCancel }: StepWizardProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { step, index, last, reached, go } = useSteps(steps, at, onStep);
  const { busy, failure, forward, clear } = useForward(step, () => (last ? onFinish() : go(index + 1)));
  useFocusOnChange(heading, index);
  if (!step) return null;
  return (
    <div className="pl-wizard">
      <StepList
        steps={steps}
        index={index}
        isOpen={(to) => to <= reached && to < index && !busy}
        onStep={(to) => {
          clear();
          go(to);
        }}
      />
      <h3 ref={heading} tabIndex={-1} className="pl-wizard-title">
        {step.title}
      </h3>
      <div className="body">
        {/* Steps that were shown stay, so that what was filled in stays too. */}
        {steps.map((each, i) =>
          i <= reached ? (
            <div key={each.key} hidden={i !== index}>
              {each.content}
            </div>
          ) : null,
        )}
      </div>
      {failure !== null && (
        <p role="alert" className="pl-row pl-form-failure">
          <WarningOutlined />
          {wordsOf(failure, t).words}
        </p>
      )}
      <WizardFoot
        step={step}
        isFirst={index === 0}
        lastWord={last ? finish : null}
        busy={busy}
        onBack={() => {
          clear();
          go(index - 1);
        }}
        onForward={(skip) => void forward(skip)}
        onCancel={onCancel}
      />
    </div>
  );
}

/** Which step is shown, and how far one has been. The caller may keep the key. */
function useSteps(steps: readonly WizardStep[], at: string | undefined, onStep: ((key: string) => void) | undefined) {
  const [localKey, setLocalKey] = useState(steps[0]?.key ?? '');
  const key = at ?? localKey;
  const index = Math.max(
    0,
    steps.findIndex((step) => step.key === key),
  );
  const [reached, setReached] = useState(index);
  const go = (to: number): void => {
    const target = steps[to];
    if (!target) return;
    setReached((far) => Math.max(far, to));
    setLocalKey(target.key);
    onStep?.(target.key);
  };
  return { step: steps[index], index, last: index === steps.length - 1, reached, go };
}

/** Leaves a step by its check, or without it. What is thrown is shown. */
function useForward(step: WizardStep | undefined, goOn: () => unknown) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const forward = async (skip: boolean): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      if (!skip && step?.check && !(await step.check())) return;
      await goOn();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, forward, clear: () => setFailure(null) };
}

/** The heading of another step is read out, and Tab goes on from it. */
function useFocusOnChange(heading: RefObject<HTMLElement | null>, index: number): void {
  const before = useRef(index);
  useEffect(() => {
    if (before.current === index) return;
    before.current = index;
    heading.current?.focus();
  }, [heading, index]);
}

function StepList({
  steps,
  index,
  isOpen,
  onStep,
}: {
  steps: readonly WizardStep[];
  index: number;
  isOpen: (to: number) => boolean;
  onStep: (to: number) => void;
}) {
  return (
    <ol className="steps">
      {steps.map((each, i) => (
        <li
          key={each.key}
          className={i === index ? 'on' : i < index ? 'done' : ''}
          aria-current={i === index ? 'step' : undefined}
        >
          {/* Back is free; ahead only as far as one has been, and by the button, which checks. */}
          <button type="button" className="pl-bare" disabled={!isOpen(i)} onClick={() => onStep(i)}>
            <span className="number pl-num">{i < index ? <CheckOutlined /> : i + 1}</span>
            <span className="pl-ell">{each.title}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function WizardFoot({
  step,
  isFirst,
  lastWord,
  busy,
  onBack,
  onForward,
  onCancel,
}: {
  step: WizardStep;
  isFirst: boolean;
  /** The word of the last step's button; null = more steps come. */
  lastWord: string | null;
  busy: boolean;
  onBack: () => void;
  onForward: (skip: boolean) => void;
  onCancel: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-form-foot">
      {onCancel && (
        <Button type="text" disabled={busy} onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      )}
      <span className="pl-gap" />
      {step.blocked !== undefined && <span className="pl-3 pl-sm">{step.blocked}</span>}
      {!isFirst && (
        <Button disabled={busy} onClick={onBack}>
          {t('common:back')}
        </Button>
      )}
      {step.optional && step.check && lastWord === null && (
        <Button type="text" disabled={busy} onClick={() => onForward(true)}>
          {t('forms:wizard.skip')}
        </Button>
      )}
      <Button type="primary" loading={busy} disabled={step.blocked !== undefined} onClick={() => onForward(false)}>
        {step.next ?? lastWord ?? t('forms:wizard.next')}
      </Button>
    </div>
  );
}
