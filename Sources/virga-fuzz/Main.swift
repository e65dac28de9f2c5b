#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Feeds damaged texts to all parsers and readers for a while, and prints statistics.
///
/// `swift run -c release virga-fuzz SECONDS [SEED]`; the same seed gives the same texts, as far as time permits. It prints the number of
/// texts and the slowest time for each surface. A crash, or a text that takes over a second, ends the run: the text is written to a file
/// `virga-fuzz-SURFACE-SEED.txt` and the program exits with 1.
@main
struct Main {
  static func main() {
    let options = Options(CommandLine.arguments)
    guard let options else {
      print("usage: virga-fuzz SECONDS [SEED]")
      exit(64)
    }
    exit(options.isWorker ? Worker(options).run() : Watcher(options).run())
  }
}
