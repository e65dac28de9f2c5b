import VirgaCLI

/// The entry point; everything else is in VirgaCLI.
@main
struct Main {
  static func main() { VirgaCommand.start() }
}
