import { Button } from 'antd';
import type { MouseEventHandler, ReactNode } from 'react';

/** A quiet button of one icon, in rows and bars. Its word is its name and stands beside the pointer. */
export function IconButton({
  icon,
  label,
  onClick,
  disabled = false,
  loading = false,
  className,
}: {
  icon: ReactNode;
  label: string;
  onClick: MouseEventHandler<HTMLElement>;
  disabled?: boolean;
  loading?: boolean;
  className?: string;
}) {
  return (
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={label}
      title={label}
      disabled={disabled}
      loading={loading}
      {...(className === undefined ? {} : { className })}
      onClick={onClick}
    />
  );
}
