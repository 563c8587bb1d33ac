import { Button, type ButtonProps } from 'antd';
import type { MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';

/**
 * A way to another page that looks like a button. It is one link: one stop of the Tab key, opened in another window like
 * any other. A button inside a link would be two.
 */
export function LinkButton({
  to,
  ...buttonProps
}: { to: To } & Omit<ButtonProps, 'href' | 'onClick' | 'target' | 'htmlType'>) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <Button {...buttonProps} href={href} onClick={(event) => go(event as unknown as MouseEvent<HTMLAnchorElement>)} />
  );
}
