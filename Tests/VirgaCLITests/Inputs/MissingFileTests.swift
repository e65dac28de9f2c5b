import Testing
import VirgaTestSupport

@Suite("Missing file", .timeLimit(.minutes(20))) struct MissingFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    directory.makeDirectory("x")
    directory.write("channels: [a]\nfeatures: {}\n", to: "x/app.fml.yaml")
  }

  @Test(
    "suggests a similar name in its folder",
    arguments: [
      ("x/app.fml.yml", "; did you mean `app.fml.yaml`?"),
      ("./x/APP.fml.yaml", "; did you mean `app.fml.yaml`?"),
      ("x/other.yaml", ""), ("y/app.fml.yml", ""),
    ])
  func hint(_ path: String, _ ending: String) throws {
    let answer = try VirgaProgram.run(
      [path, "--dump", "--session", ":memory:"], in: directory.root)
    #expect(answer.code == 2)
    #expect(answer.errors.hasSuffix(": No such file or directory\(ending)\n"), "\(answer.errors)")
  }
}
