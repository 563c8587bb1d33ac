import { Tabs as AntTabs, type TabsProps } from 'antd';
import { useEffect, useRef } from 'react';

/**
 * The library's tabs, whose list of tabs holds the button of those that do not fit too: to assistive technology a list of
 * tabs has nothing but tabs. So the role is that of the inner list.
 */
export function Tabs(props: TabsProps) {
  const place = useRef<HTMLDivElement>(null);
  // After each render: the bar may be a new one.
  useEffect(() => {
    for (const bar of place.current?.querySelectorAll('.ant-tabs-nav[role=tablist]') ?? []) {
      const list = bar.querySelector('.ant-tabs-nav-list');
      const orientation = bar.getAttribute('aria-orientation');
      bar.removeAttribute('role');
      bar.removeAttribute('aria-orientation');
      list?.setAttribute('role', 'tablist');
      if (orientation) list?.setAttribute('aria-orientation', orientation);
    }
  });
  return (
    <div ref={place} className="pl-tabs">
      <AntTabs {...props} />
    </div>
  );
}
