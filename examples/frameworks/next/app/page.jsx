export default function Page() {
  return <h1>First page</h1>;
}
