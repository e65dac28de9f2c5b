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

  func run() throws {
    do {
      let source = try options.manifest.loader().text(of: input)
      Output.Stream.answer.write(source.bytes + [UInt8(ascii: "\n")])
    } catch {
      throw FMLOptions.failure(error.all)
    }
  }
}
