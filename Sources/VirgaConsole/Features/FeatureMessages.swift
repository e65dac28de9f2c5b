extension StatusMessage {
  static let noProblemSelected = refusal("no problem is selected")
  static let problemsAsCommand = refusal("the command that y c copies prints problems as JSON")
  static let demoIsNotAFile = refusal("the embedded demo is not a file")
}
