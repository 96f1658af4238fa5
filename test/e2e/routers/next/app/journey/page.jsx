export default function Page() {
  return (
    <>
      <h1>Journey page</h1>
      <lending-onboarding />
    </>
  );
}
