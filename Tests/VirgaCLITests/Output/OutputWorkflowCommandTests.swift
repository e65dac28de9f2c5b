import Testing
import VirgaTestSupport

@testable import VirgaRuntime

/// A name in data must not become a command of the GitHub workflow that prints it.
@Suite("Workflow commands in data") struct OutputWorkflowCommandTests {
  private static let names = ["::error file=a::forged", "  ::add-mask::x", "a ##[error]forged"]

  @Test("begin no line of an answer", arguments: names)
  func answers(_ name: String) throws {
    let place = try Workplace()
    place.directory.write(
      "about: {description: d}\nchannels: [\"\(name)\", b]\nfeatures:\n  \"\(name)\":\n    description: d\n"
        + "    variables: {\"\(name)\": {description: d, type: Int, default: x}}\n", to: "odd.yaml")
    place.directory.write(Sample.recipeText(name, feature: name), to: "r.json")
    let flags =
      "{\"features\": [{\"name\": \"\(name)\", \"description\": \"d\", \"enabled\": true}]}"
    place.directory.write(flags, to: "f.json")
    for words in [
      ["validate", "odd.yaml"], ["values", "odd.yaml", "--channel", "b"], ["compare", "odd.yaml"],
      ["fml", "channels", "odd.yaml"],
      ["flags", "list", "--flags", "f.json"], ["flags", "get", name, "--flags", "f.json"],
      ["enroll", "--recipes", "r.json"], ["simulate", "--recipes", "r.json", "--clients", "10"],
      ["evaluate", "'\(name)'", "--explain"], [name], ["help", name],
    ] {
      let answer = try VirgaProgram.run(words, in: place.directory.root)
      let lines = (answer.output + answer.errors).split(whereSeparator: \.isNewline)
      #expect(
        !lines.contains { $0.drop(while: \.isWhitespace).hasPrefix("::") }, "\(words): \(lines)")
      #expect(!lines.contains { $0.contains("##[") }, "\(words): \(lines)")
    }
    let annotations = try place.virga("validate", "odd.yaml", "--format", "github").output
    let lines = annotations.split(separator: "\n")
    let kinds = ["::error ", "::warning ", "::notice "]
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { line in kinds.contains { line.hasPrefix($0) } })
  }

  @Test("are separated by a blank")
  func defusing() {
    #expect(WorkflowCommand.defused("::error::x") == ": :error::x")
    #expect(WorkflowCommand.defused("\u{2003} ::x") == "\u{2003} : :x")
    #expect(WorkflowCommand.defused("::\u{301}x") == ": :\u{301}x")
    #expect(WorkflowCommand.defused("a ##[error]##[b]") == "a ## [error]## [b]")
    for text in ["", " ", ":", "a::b", "# [x]", ": :"] {
      #expect(WorkflowCommand.defused(text) == text)
    }
  }
}
