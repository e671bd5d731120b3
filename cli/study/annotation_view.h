/// \file
/// A run of annotation as the terminal shows it.
#pragma once

#include "answers/annotation_run.h"
#include "cli/options/command.h"

namespace yari::cli {

class AnnotationView final : public RunListener {
 public:
  AnnotationView(Terminal& terminal, SharedDatabase database)
      : terminal_(terminal), database_(database) {}

  void progress(const RunProgress& progress) override;
  void annotated(const Job& job) override;
  void failed(const Job& job) override { note(failure_text(job)); }
  void note(const std::string& sentence) override { terminal_.message(sentence); }

 private:
  Terminal& terminal_;
  SharedDatabase database_;
};

/// What a command ends with, whose run was `stopped` or not.
Exit exit_of(const AnnotationRun& run, bool stopped);

}  // namespace yari::cli
