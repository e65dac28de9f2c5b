import CVirgaFuzzer
import CVirgaPlatform

/// Feeds texts to one reader with libFuzzer, which prefers those that reach new code.
///
/// `virga-fuzz SURFACE FOLDER [OPTION…]` writes the surface's seeds and words to FOLDER and runs
/// libFuzzer on them with its own options; texts that reach new code are added to the seeds.
/// `.scripts/fuzz` builds the program and runs every surface.
@main
struct Main {
  /// The surface whose reader is run; set once, before libFuzzer calls it.
  nonisolated(unsafe) private static var read: (_ text: [UInt8]) -> Void = { _ in }

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 2, let surface = Surface.all.first(where: { $0.name == arguments[1] })
    else {
      print(
        "usage: virga-fuzz SURFACE FOLDER [OPTION…]\nsurfaces: \(Surface.all.map(\.name).joined(separator: " "))"
      )
      exit(64)
    }
    guard let corpus = surface.write(to: arguments[2]) else {
      print("\(arguments[2]) cannot be written")
      exit(73)
    }
    read = surface.read
    let options =
      [arguments[0], corpus, "-dict=\(arguments[2])/\(surface.name).words"] + arguments.dropFirst(3)
    var count = Int32(options.count)
    // libFuzzer may keep the arguments, so they are never freed.
    var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = .allocate(
      capacity: options.count + 1)
    for (index, option) in options.enumerated() { values?[index] = strdup(option) }
    values?[options.count] = nil
    exit(
      LLVMFuzzerRunDriver(&count, &values) { bytes, size in
        Main.read(Array(UnsafeBufferPointer(start: bytes, count: size)))
        return 0
      })
  }
}
