import ArgumentParser
import VirgaManifest
import VirgaRuntime
import VirgaSource

struct FMLFetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration.fml(
    "fetch",
    abstract: "Print the text of a file at a path, a URL or @owner/repository/path.")

  @Argument(help: "The file: a path, a URL or @owner/repository/path.", completion: .file())
  var input: String

  @OptionGroup var options: FMLOptions

  /// Prints the text, followed by a line feed, without checking that it is a manifest.
  func run() throws {
    // Refuses to read standard input or a pipe twice.
    try options.manifest.claim()
    try Inputs.claim([input], for: "the file", readsURLs: true)
    do {
      let source = try options.manifest.loader().text(of: input)
      let bytes = source.bytes + [UInt8(ascii: "\n")]
      // A program gets the bytes as they are; on a terminal they must be text.
      guard Output.Stream.answer.isTerminal else { return Output.Stream.answer.write(bytes) }
      Output.document(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw FMLOptions.failure(error.all)
    }
  }
}
