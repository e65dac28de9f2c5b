#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Feeds damaged texts to everything that reads what people write, for a while, and tells how it went.
///
/// `swift run -c release virga-fuzz SECONDS [SEED]`; the same seed gives the same texts, as far as the time goes. It
/// prints how many texts each surface met, and the slowest. A crash, or a text that takes over a second, ends the run:
/// the text is written to a file `virga-fuzz-SURFACE-SEED.txt` and the program exits with 1.
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
