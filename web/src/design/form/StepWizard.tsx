import './form.css';
import './step-wizard.css';
import { CheckOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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

/**
 * A path of steps, each checked before the next. What was filled in stays when one goes back; a step that comes later
 * is reached only through those before it. Invariant: `onFinish` runs after every step was checked.
 */
export function StepWizard({
  steps,
  at,
  onStep,
  finish,
  onFinish,
  onCancel,
}: {
  steps: readonly WizardStep[];
  /** The key of the step shown; leave out to let the wizard keep it. */
  at?: string;
  onStep?: (key: string) => void;
  /** The word on the last button. */
  finish: string;
  onFinish: () => Promise<unknown>;
  onCancel?: () => void;
}) {
  const { t } = useTranslation();
  const [own, setOwn] = useState(steps[0]?.key ?? '');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const key = at ?? own;
  const index = Math.max(
    0,
    steps.findIndex((step) => step.key === key),
  );
  const [reached, setReached] = useState(index);
  const step = steps[index];
  const last = index === steps.length - 1;

  const before = useRef(index);
  useEffect(() => {
    if (before.current === index) return;
    before.current = index;
    heading.current?.focus();
  }, [index]);

  const go = (to: number): void => {
    const target = steps[to];
    if (!target) return;
    setFailure(null);
    setReached((far) => Math.max(far, to));
    setOwn(target.key);
    onStep?.(target.key);
  };
  const forward = async (skip: boolean): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      if (!skip && step?.check && !(await step.check())) return;
      if (last) await onFinish();
      else go(index + 1);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (!step) return null;
  return (
    <div className="pl-wizard">
      <ol className="steps">
        {steps.map((each, i) => (
          <li
            key={each.key}
            className={i === index ? 'on' : i < index ? 'done' : ''}
            aria-current={i === index ? 'step' : undefined}
          >
            {/* Back is free; ahead only as far as one has been, and by the button, which checks. */}
            <button
              type="button"
              className="pl-bare"
              disabled={i > reached || i >= index || busy}
              onClick={() => go(i)}
            >
              <span className="number pl-num">{i < index ? <CheckOutlined /> : i + 1}</span>
              <span className="pl-ell">{each.title}</span>
            </button>
          </li>
        ))}
      </ol>
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
      <div className="pl-form-foot">
        {onCancel && (
          <Button type="text" disabled={busy} onClick={onCancel}>
            {t('common:cancel')}
          </Button>
        )}
        <span className="pl-gap" />
        {step.blocked !== undefined && <span className="pl-3 pl-sm">{step.blocked}</span>}
        {index > 0 && (
          <Button disabled={busy} onClick={() => go(index - 1)}>
            {t('common:back')}
          </Button>
        )}
        {step.optional && step.check && !last && (
          <Button type="text" disabled={busy} onClick={() => void forward(true)}>
            {t('forms:wizard.skip')}
          </Button>
        )}
        <Button type="primary" loading={busy} disabled={step.blocked !== undefined} onClick={() => void forward(false)}>
          {step.next ?? (last ? finish : t('forms:wizard.next'))}
        </Button>
      </div>
    </div>
  );
}
