import VirgaCLI

/// The program; everything it does is in VirgaCLI.
@main
struct Main {
  static func main() { VirgaCommand.start() }
}
