// Next: pages with the journey in them.
import 'lending-elements/cdn/lending-elements.css';
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
      </body>
    </html>
  );
}
