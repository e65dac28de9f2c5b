import ArgumentParser
import SystemPackage
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
    let source: SourceText
    do {
      source = try options.manifest.loader().text(of: input)
    } catch {
      throw FMLOptions.failure(error.all)
    }
    do {
      // The file may not be UTF-8.
      try FileDescriptor.standardOutput.writeAll(source.bytes + [UInt8(ascii: "\n")])
    } catch Errno.brokenPipe {
      // A reader that stops early, such as head, is not a failure.
    } catch {
      Output.remark("error: the answer could not be written: \(error)")
      throw ExitCode.couldNotRun
    }
  }
}
