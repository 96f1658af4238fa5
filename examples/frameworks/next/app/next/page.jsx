export default function Page() {
  return <h1>Next page</h1>;
}
