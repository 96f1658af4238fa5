'use client';

import 'lending-elements/cdn/lending-elements.css';
import { LendingOnboarding } from 'lending-elements/react';

export default function Page() {
  return <LendingOnboarding endpoint="/api/lending" />;
}
