import Link from 'next/link';

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <main>
          <nav>
            <Link href="/">First</Link> <Link href="/journey">Journey</Link> <Link href="/next">Next</Link>
          </nav>
          {children}
        </main>
        <script type="module" src="/lending-elements/autoload.js" />
      </body>
    </html>
  );
}
