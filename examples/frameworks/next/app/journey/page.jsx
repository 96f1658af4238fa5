// A server component. Without handlers, it can render `<LendingOnboarding>` itself.
import { Journey } from './journey.jsx';

export default function Page() {
  return (
    <>
      <h1>Journey page</h1>
      <Journey business="client-1" prefill={{ company: { registered_name: 'Sample Bakery Ltd' } }} />
    </>
  );
}
